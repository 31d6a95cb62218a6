// The line of those who wait, as this page knows it: kept by the gateway's events, whole again after each reconnect.

import { SignedOut, isSignedIn, listen } from "/page/api.js";

const SILENCE_MS = 25_000; // the gateway says something at least every ten seconds
const RETRY_MS = [250, 500, 1000, 2000, 4000];

class Line extends EventTarget {
  rows = new Map(); // by ticket, first come first
  grants = [];
  warnings = []; // what is wrong with the gateway itself
  state = "connecting";
  #skew = 0;
  #running = false;
  #stop = null;
  #wake = () => {};

  // The gateway's clock, in seconds since 1970.
  get now() { return Date.now() / 1000 + this.#skew; }

  get isLive() { return this.state === "live"; }

  // Stay connected for as long as somebody is signed in; one connection, however often this is called.
  async run() {
    if (this.#running) return;
    this.#running = true;
    await this.#stay();
    this.#running = false;
    this.#become("signed out");
  }

  async #stay() {
    let failures = 0;
    while (isSignedIn()) {
      this.#stop = new AbortController();
      try {
        await listen("/api/events", this.#stop.signal, SILENCE_MS, (kind, data) => {
          failures = 0;
          this.#heard(kind, data);
        });
      } catch (error) {
        if (error instanceof SignedOut) return;
      }
      if (this.#paused) {
        await new Promise((resolve) => { this.#wake = resolve; });
      } else {
        this.#become("lost");
        const wait = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)];
        await new Promise((resolve) => { this.#wake = resolve; setTimeout(resolve, wait); });
      }
    }
  }

  // A browser has six connections for all its tabs; those that nobody sees give theirs away.
  #paused = false;
  pause(paused) {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.#stop?.abort();
    else this.#wake();
  }

  hurry() { this.#wake(); }

  #heard(kind, data) {
    this.#skew = data.now - Date.now() / 1000;
    if (kind === "whole") {
      this.rows = new Map(data.rows.map((row) => [row.id, row]));
      this.grants = data.grants;
      this.warnings = data.warnings;
      this.program = data.program ?? "wicket";
      this.#become("live");
      this.#say("whole", data);
    } else {
      for (const [id, expires] of data.alter ?? []) this.rows.get(id).expires = expires;
      for (const [id] of data.drop ?? []) this.rows.delete(id);
      for (const row of data.add ?? []) this.rows.set(row.id, row);
      for (const row of data.update ?? []) this.rows.set(row.id, row);
      if (data.grants) this.grants = data.grants;
      if (data.warnings) this.warnings = data.warnings;
      this.#say("change", data);
    }
  }

  #become(state) {
    this.state = state;
    this.#say("state");
  }

  #say(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}

export const line = new Line();
