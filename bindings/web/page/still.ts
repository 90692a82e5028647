// A static board as SVG text, before any script runs; it looks like that of `BoardView`.

import type { BoardPicture, View } from "./types";

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const quoted = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!);
const address = (svg: string) => "data:image/svg+xml;charset=utf-8," + quoted(encodeURIComponent(svg));

export function still(picture: BoardPicture, view: View): string {
  const places = new Map(picture.squares.map((square) => [square.id, square]));
  const size = `width="${picture.side}" height="${picture.side}"`;
  const walls = view.walls.map((id) => {
    const { x, y } = places.get(id)!;
    return `<rect x="${x}" y="${y}" ${size} fill-opacity="0.75"/>`;
  });
  const pieces = view.pieces.map(([id, kind]) => {
    const { x, y } = places.get(id)!;
    return `<image x="${x}" y="${y}" ${size} href="${address(picture.kinds[kind]!.svg)}"/>`;
  });
  const ground = `<image width="${picture.width}" height="${picture.height}" href="${address(picture.svg)}"/>`;
  const label = quoted(`Board: ${view.fen}`);
  const box = `viewBox="0 0 ${picture.width} ${picture.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${label}">${ground}${walls.join("")}${pieces.join("")}</svg>`;
}
