// Messages of the page and of `<ferz-board>`.

import { t } from "./language";
import type { Side, View } from "./types";

const NAMES: Record<Side, string> = /* translated */ { white: "White", black: "Black" };

export function sentence(text: string): string {
  // Square names start with a small letter everywhere.
  const whole = /^[a-z]+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!…]$/.test(whole) ? whole : whole + ".";
}

/** The last move and the side to move, or the outcome of the game. */
export function status(view: View): string {
  if (view.over) {
    const { winner, result, reason } = view.over;
    const who = winner ? t("{side} wins", { side: t(NAMES[winner]) }) : t("a draw");
    return `${sentence(t(reason))} ${result}, ${who}.`;
  }
  if (view.input.question) return t(view.input.question.words);
  const node = view.line.nodes.find((one) => one.id === view.line.current);
  const last = node?.san ? t("{side} played {move}.", { side: t(NAMES[node.mover]), move: node.san }) + " " : "";
  const check = view.check.length > 0 ? ", " + t("in check") : "";
  const part = view.turnPart ? `, ${t("move {n} of {all}", { n: view.turnPart.move, all: view.turnPart.of })}` : "";
  return `${last}${t("{side} to move", { side: t(NAMES[view.turn]) })}${part}${check}.`;
}
