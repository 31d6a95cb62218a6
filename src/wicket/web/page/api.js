// Talks to the gateway. The token came in the link's fragment, lives in this tab alone, and goes out as a header.

const KEY = "wicket-token";

export class SignedOut extends Error {}

// Take the token out of the address, so that it is neither bookmarked nor read over a shoulder. Say if there was a part of one.
export function takeToken() {
  if (!location.hash.startsWith("#token=")) return false;
  const found = location.hash.match(/^#token=([\w-]+)(\/.*)?$/);
  if (found) sessionStorage.setItem(KEY, found[1]);
  else signOut();
  history.replaceState(null, "", `#${found?.[2] || "/"}`);
  return !found;
}

export const isSignedIn = () => sessionStorage.getItem(KEY) !== null;
export const signIn = (token) => sessionStorage.setItem(KEY, token);
export const signOut = () => sessionStorage.removeItem(KEY);

async function ask(path, options = {}) {
  const headers = { ...options.headers, authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` };
  let response;
  try {
    response = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the gateway does not answer");
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  const sentence = said.error ?? `the gateway answered ${response.status}`;
  throw response.status === 401 ? new SignedOut(sentence) : new Error(sentence);
}

export const get = async (path) => (await ask(path)).json();

export async function post(path, body = {}) {
  const headers = { "content-type": "application/json" };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

// Read server-sent events until the stream ends, is silent for too long, or `signal` says stop.
export async function listen(path, signal, silenceMs, heard) {
  const quiet = new AbortController();
  const stop = () => quiet.abort();
  signal.addEventListener("abort", stop, { once: true });
  let alarm = setTimeout(stop, silenceMs);
  try {
    const response = await ask(path, { signal: quiet.signal });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(alarm);
      alarm = setTimeout(stop, silenceMs);
      const messages = (rest + value).split("\n\n");
      rest = messages.pop();
      for (const message of messages) {
        const [, kind, data] = message.match(/^event: (.*)\ndata: (.*)$/s) ?? [];
        if (kind) heard(kind, JSON.parse(data));
      }
    }
  } finally {
    clearTimeout(alarm);
    signal.removeEventListener("abort", stop);
    quiet.abort();
  }
}
