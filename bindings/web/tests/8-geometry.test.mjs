// Boards of other forms and other styles of pieces: hexes, intersections, boards next to each other, rings.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const example = (name) => readFileSync(new URL(`../../../examples/variants/${name}.toml`, import.meta.url), "utf8");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens a file of examples for two people. */
async function openExample(page, name) {
  const text = example(name);
  const [, title] = /^title = (?:'|")(.*)(?:'|")$/m.exec(text);
  await page.write(text);
  await page.page.waitForFunction((wanted) => document.getElementById("title").textContent === wanted, title);
  await page.two();
}

const focused = (page) => page.page.evaluate(() => document.activeElement?.getAttribute("data-square"));

/** The square that a click has chosen last. */
const chosen = (page) => page.page.evaluate(() => document.querySelector('#board [role=gridcell][tabindex="0"]')?.getAttribute("data-square"));

/** The number of squares that the arrow keys reach from one. */
async function reached(page, from) {
  return page.page.evaluate((first) => {
    const cell = (name) => document.querySelector(`#board [role=gridcell][data-square="${name}"]`);
    const seen = new Set([first]);
    const open = [first];
    while (open.length > 0) {
      const at = open.pop();
      for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
        cell(at).focus();
        cell(at).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const next = document.activeElement.getAttribute("data-square");
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    return seen.size;
  }, from);
}

/** The number of cells whose outlines have so many corners. */
async function cells(page, corners) {
  return page.page.locator("#board [role=gridcell] .under").evaluateAll(
    (all, wanted) => all.filter((under) => under.getAttribute("points").split(" ").length === wanted).length,
    corners,
  );
}

export const tests = {
  "hexes are hexagons that answer clicks, drags and keys": {
    async run(page, { pictures }) {
      await openExample(page, "glinski");
      assert.equal(await cells(page, 6), 91);
      await page.click("e4");
      await page.holds("e6", /move here/);
      await page.click("e6");
      await page.holds("e6", /white pawn/);
      await page.drag("d7", "d6");
      await page.holds("d6", /black pawn/);
      // A corner of the rectangle around a hexagon belongs to its neighbor.
      const box = await page.square("f6").locator(".under").boundingBox();
      await page.page.mouse.click(box.x + 2, box.y + 2);
      assert.equal(await chosen(page), "e6");
      await page.square("f6").focus();
      await page.page.keyboard.press("ArrowUp");
      assert.equal(await focused(page), "f7");
      await page.page.keyboard.press("ArrowRight");
      const first = await focused(page);
      await page.page.keyboard.press("ArrowRight");
      assert.ok(first.startsWith("g") && (await focused(page)).startsWith("h"));
      assert.equal(await reached(page, "f6"), 91);
      await page.picture(pictures, "hexes");
    },
  },
  "points of xiangqi have lines, palaces and a river, and pieces are discs": {
    async run(page, { pictures }) {
      await page.play("xiangqi");
      const ground = decodeURIComponent(await page.page.locator("#board svg.board > image").first().getAttribute("href"));
      // The diagonals of both palaces.
      assert.equal(ground.match(/M\d{2,} \d{2,}L\d{2,} \d{2,}/g)?.length, 4);
      assert.match(decodeURIComponent(await page.square("e1").locator("image").getAttribute("href")), /id="disc-white-/);
      await page.click("h3");
      await page.click("e3");
      await page.square("h10").focus();
      await page.page.keyboard.press("Enter");
      await page.page.keyboard.press("ArrowDown");
      await page.page.keyboard.press("ArrowDown");
      await page.page.keyboard.press("ArrowLeft");
      await page.page.keyboard.press("Enter");
      await page.holds("g8", /black horse/);
      await page.picture(pictures, "points");
    },
  },
  "boards stand next to each other, and a move may end on the other one": {
    async run(page, { pictures }) {
      await page.play("alice");
      const x = async (name) => (await page.square(name).locator(".under").boundingBox()).x;
      const width = (await page.square("h4").locator(".under").boundingBox()).width;
      assert.ok((await x("i4")) - (await x("h4")) > 1.4 * width);
      await page.click("e2");
      await page.click("e4");
      await page.holds("m4", /white pawn/);
      await page.square("h4").focus();
      await page.page.keyboard.press("ArrowRight");
      assert.equal(await focused(page), "i4");
      await page.picture(pictures, "boards");
      await openExample(page, "raumschach");
      assert.equal(await reached(page, "c3"), 125);
    },
  },
  "rings are closed and answer touch": {
    ...PHONE,
    async run(page, { pictures }) {
      await openExample(page, "circular");
      const center = async (name) => {
        const box = await page.square(name).locator(".under").boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const [a, p, b] = [await center("a1"), await center("p1"), await center("b1")];
      const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
      // Boxes around sectors do not have the centers of the sectors.
      assert.ok(Math.abs(apart(a, p) - apart(a, b)) < 0.15 * apart(a, b));
      const tap = async (name) => {
        await page.square(name).locator(".under").evaluate((element) => element.scrollIntoView({ block: "center" }));
        await page.page.touchscreen.tap(...(await center(name)));
      };
      await tap("f1");
      await page.holds("f1", /taken up/).catch(() => tap("f1"));
      await tap("g1");
      await page.holds("g1", /white right-pawn/).catch(() => tap("g1"));
      await page.holds("g1", /white right-pawn/);
      assert.equal(await reached(page, "a1"), 64);
      await page.picture(pictures, "rings");
    },
  },
  "the settings choose the look of the pieces, and the definition has a default": {
    async run(page, { pictures }) {
      await page.play("shogi");
      const drawn = async (name) => decodeURIComponent(await page.square(name).locator("image").getAttribute("href"));
      assert.match(await drawn("a1"), /id="tile-white-/);
      assert.match(await drawn("a9"), /id="tile-black-[^"]*-turned"/);
      await page.picture(pictures, "tiles");
      // Turned with the board.
      await page.page.keyboard.press("Escape");
      await page.square("e5").focus();
      await page.page.keyboard.press("f");
      await page.page.waitForFunction(() => decodeURIComponent(document.querySelector('[data-square="a1"] image').getAttribute("href")).includes("-turned"));
      for (const [style, id] of [["figures", /id="white-/], ["moves", /id="moves-white/], ["discs", /id="disc-white-/], ["game", /id="tile-white-/]]) {
        await page.page.click("#settings");
        await page.page.selectOption("#set-pieces", style);
        await page.page.keyboard.press("Escape");
        await page.page.waitForFunction(
          (source) => new RegExp(source).test(decodeURIComponent(document.querySelector('[data-square="a1"] image').getAttribute("href"))),
          id.source,
        );
      }
    },
  },
  "a key of the appearance that does not fit the board is a finding": {
    async run(page) {
      await page.write("name = 'test'\ninherits = 'chess'\npresentation = { cells = 'hexes', river = 'rank 4..5' }\n");
      await page.page.locator("#editor .cm-note").first().waitFor();
      assert.match(await page.page.locator("#editor .cm-note").first().innerText(), /river/);
    },
  },
};
