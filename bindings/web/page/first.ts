// The game that the page begins with, and what it asks of the library for it. The build asks the same, so
// that the first board stands before the library is there.

import type { BoardPicture, Opened, PieceStyle, Side, Theme } from "./types";

/** The move of the knights of the first game: they ride. */
export const FIRST_MOVE = "NN";

export const FIRST = `# A game of your own: chess with other pieces. Change a move and play it at once.
name = 'mine'
inherits = 'chess'
pieces.knight.move = '${FIRST_MOVE}'
`;

/** The file of the answers, packed: an object, by request as it is sent. */
export const firstFile = (theme: Theme) => `first-${theme}.bin`;

/** A request for the board. */
export const boardRequest = (theme: Theme, below: Side, pieces?: PieceStyle) => ({ op: "board", theme, below, pieces });

/** A request for the moves of a piece where it stands, with all other pieces where they are. */
export const movesRequest = (opened: Opened, square: number, theme: Theme, below: Side) => {
  const pieces = opened.view?.pieces ?? [];
  const kind = pieces.find(([at]) => at === square)?.[1] ?? "";
  const others = pieces.filter(([at]) => at !== square);
  const of = (isOwn: boolean) => others.filter(([, other]) => (other[0] === kind[0]) === isOwn).map(([at]) => at);
  return { op: "moves", kind, square, enemies: of(false), friends: of(true), theme, below };
};

/** The square of White's first piece of a name. */
export const squareOf = (opened: Opened, picture: BoardPicture, name: string) =>
  opened.view?.pieces.find(([, kind]) => picture.kinds[kind]?.side === "white" && picture.kinds[kind]?.name === name)?.[0];

/** What the page asks before anything else, in this order. */
export const firstRequests = (theme: Theme) => [
  { op: "open", text: FIRST },
  boardRequest(theme, "white"),
  { op: "pieces" },
];
