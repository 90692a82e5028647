// What the page and `<ferz-board>` say.

import type { Side, View } from "./types";

const NAMES: Record<Side, string> = { white: "White", black: "Black" };

export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!…]$/.test(whole) ? whole : whole + ".";
}

/** The last move and who is to move, or how the game has ended. */
export function status(view: View): string {
  if (view.over) {
    const who = view.over.winner ? `${NAMES[view.over.winner]} wins` : "a draw";
    return `${sentence(view.over.reason)} ${view.over.result}, ${who}.`;
  }
  const node = view.line.nodes.find((one) => one.id === view.line.current);
  const last = node?.san ? `${NAMES[node.mover]} played ${node.san}. ` : "";
  const check = view.check.length > 0 ? ", in check" : "";
  return `${last}${NAMES[view.turn]} to move${check}.`;
}
