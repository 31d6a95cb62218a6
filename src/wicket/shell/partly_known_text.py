"""Which texts a partly known one may be. Its shape has the known pieces in order, and None for the others."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Shape

__all__ = ["begins_plainly", "fits"]


def begins_plainly(shape: "Shape") -> bool:
    """Tell whether what is made of tokens begins with no dash, even if one of them is missing."""
    return next((piece for piece in shape if piece), "")[:1] != "-"


def fits(shape: "Shape", text: str) -> bool:
    """Tell whether `text` is one of the texts that a shape stands for."""
    first, last = shape[0], shape[-1]
    if len(shape) == 1:
        return first is None or first == text
    start = 0
    end = len(text)
    if first is not None:
        if not text.startswith(first):
            return False
        start = len(first)
    if last is not None:
        if not text.endswith(last) or end - len(last) < start:
            return False
        end -= len(last)
    for piece in shape[1:-1]:
        if piece is not None:
            at = text.find(piece, start, end)
            if at < 0:
                return False
            start = at + len(piece)
    return True
