// Palettes, in which one button is selected: the pieces of both sides, and anything else that a click can put
// on the board.

import { SIDES } from "./board";
import { h, pictureUrl } from "./dom";
import { t } from "./language";
import type { BoardPicture } from "./types";

/** Selects a button and deselects the others. */
export function press(button: HTMLElement, others: Iterable<HTMLElement>): void {
  for (const one of others) one.setAttribute("aria-pressed", String(one === button));
}

/** A button for each piece. */
export function pieceButtons(picture: BoardPicture | undefined, choose: (kind: string, button: HTMLElement) => void): HTMLElement[] {
  return Object.entries(picture?.kinds ?? {}).map(([kind, piece]) => {
    const label = `${t(SIDES[piece.side]!)} ${piece.name}`;
    const button = h("button", { "aria-label": label, title: label, "aria-pressed": "false", "data-kind": kind }, h("img", { src: pictureUrl(piece.svg), alt: "" }));
    button.addEventListener("click", () => choose(kind, button));
    return button;
  });
}
