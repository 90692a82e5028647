// The first game of the page with its first requests. The build answers the same requests, so that the first
// board is shown before the library is loaded.

import type { BoardPicture, Opened, PieceStyle, Side, Theme } from "./types";

/** The knights of the first game are nightriders. */
export const FIRST_MOVE = "NN";

export const FIRST = `# A game of your own: chess with other pieces. Change a move and play it at once.
name = 'mine'
inherits = 'chess'
pieces.knight.move = '${FIRST_MOVE}'
`;

/** The packed file of the answers: an object with the requests as keys. */
export const firstFile = (theme: Theme) => `first-${theme}.bin`;

/** A request for the board. */
export const boardRequest = (theme: Theme, below: Side, pieces?: PieceStyle) => ({ op: "board", theme, below, pieces });

/** The request for the moves of a piece on its square among all other pieces. */
export const movesRequest = (opened: Opened, square: number, theme: Theme, below: Side) => {
  const pieces = opened.view?.pieces ?? [];
  const kind = pieces.find(([at]) => at === square)?.[1] ?? "";
  const others = pieces.filter(([at]) => at !== square);
  const of = (isOwn: boolean) => others.filter(([, other]) => (other[0] === kind[0]) === isOwn).map(([at]) => at);
  return { op: "moves", kind, square, enemies: of(false), friends: of(true), theme, below };
};

/** The square of White's first piece with a name. */
export const squareOf = (opened: Opened, picture: BoardPicture, name: string) =>
  opened.view?.pieces.find(([, kind]) => picture.kinds[kind]?.side === "white" && picture.kinds[kind]?.name === name)?.[0];

/** The first requests of the page, in order. */
export const firstRequests = (theme: Theme) => [
  { op: "open", text: FIRST },
  boardRequest(theme, "white"),
  { op: "pieces" },
];
