// The game that the page begins with, and what it asks of the library for it. The build asks the same, so
// that the first board stands before the library is there.

import type { Side, Theme } from "./types";

export const FIRST = `# A game of your own: chess with other pieces. Change a move and play it at once.
name = 'mine'
inherits = 'chess'
`;

/** The file of the answers, packed: an object, by request as it is sent. */
export const firstFile = (theme: Theme) => `first-${theme}.bin`;

/** A request for the board. */
export const boardRequest = (theme: Theme, below: Side) => ({ op: "board", theme, below });

/** What the page asks before anything else, in this order. */
export const firstRequests = (theme: Theme) => [
  { op: "open", text: FIRST },
  boardRequest(theme, "white"),
  { op: "pieces" },
];
