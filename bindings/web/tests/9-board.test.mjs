// The board of the definition, changed by hand: pieces, holes, walls, zones and size, in step with the text.

import assert from "node:assert/strict";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const TEXT = "# My game.\nname = 'mine' # its name\ntitle = 'Mine'\ninherits = 'chess'\n\n[pieces.knight]\n# It rides.\nmove = 'NN'\n";

/** Opens the board of a definition. */
async function openBoard(page, text = TEXT) {
  await page.write(text);
  const title = /title = '(.*)'/.exec(text)[1];
  await page.page.waitForFunction((wanted) => document.getElementById("title").textContent === wanted, title);
  await page.page.click("#tab-board");
  await page.page.locator("#tool-hole").waitFor();
}

/** Waits until the definition fits; it is shown behind its tab. */
async function written(page, pattern) {
  await page.page.click("#tab-definition");
  const text = () => page.text();
  for (let tries = 0; tries < 100 && !pattern.test(await text()); tries += 1) await page.page.waitForTimeout(50);
  const found = await text();
  assert.match(found, pattern);
  await page.page.click("#tab-board");
  await page.page.locator("#tool-hole").waitFor();
  return found;
}

/** Moves the pointer over squares while it is down. */
async function paint(page, ...names) {
  for (const [index, name] of names.entries()) {
    const box = await page.square(name).locator(".under").boundingBox();
    await page.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    if (index === 0) await page.page.mouse.down();
  }
  await page.page.mouse.up();
}

/** Drags an edge of the board by so many squares. */
async function dragEdge(page, edge, dx, dy) {
  const side = (await page.square("d4").locator(".under").boundingBox()).width;
  const box = await page.page.locator(`[data-edge=${edge}]`).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.page.mouse.move(x, y);
  await page.page.mouse.down();
  await page.page.mouse.move(x + dx * side, y + dy * side, { steps: 6 });
  await page.page.mouse.up();
}

const squares = (page, number) => page.page.waitForFunction((n) => document.querySelectorAll("#board [role=gridcell]").length === n, number);

export const tests = {
  "holes and walls are painted on the board, and the text keeps its comments": {
    async run(page, { pictures }) {
      await openBoard(page);
      await page.page.click("#tool-hole");
      await paint(page, "d4", "e4", "e5", "d5");
      await page.holds("d4", /^d4, hole/);
      await page.holds("e5", /^e5, hole/);
      await page.page.click("#tool-wall");
      await page.click("a4");
      await page.holds("a4", /^a4, wall/);
      const text = await written(page, /holes = 'd4-e5'/);
      assert.equal(text.trim(), TEXT.trim().replace("inherits = 'chess'\n", "inherits = 'chess'\nboard.holes = 'd4-e5'\nstart = 'rnbqkbnr/pppppppp/8/3**3/*2**3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n"));
      await page.picture(pictures, "board-tab");
      // The same square again is one again.
      await page.page.click("#tool-hole");
      await page.click("d4");
      await page.holds("d4", /^d4, empty/);
      await written(page, /holes = 'e4-e5, d5'/);
      // The game has them, too.
      await page.page.click("#tab-definition");
      await squares(page, 61);
    },
  },
  "pieces of the start are put, dragged and removed, and a refusal has a reason": {
    async run(page) {
      await openBoard(page);
      await page.page.click("#panel-board [data-kind=w1]");
      await page.click("e4");
      await page.holds("e4", /white/);
      await page.drag("e2", "e3");
      await page.holds("e3", /white pawn/);
      await page.holds("e2", /empty/);
      await page.page.click("#tool-remove");
      await page.click("a7");
      await page.holds("a7", /empty/);
      await page.click("e1");
      await page.says(/White has no royal piece/);
      await page.holds("e1", /white king/);
      await written(page, /start = 'rnbqkbnr\/1ppppppp\/8\/8\/4[A-Z]3\/4P3\/PPPP1PPP\/RNBQKBNR w KQkq - 0 1'/);
    },
  },
  "undo and redo take text and board along": {
    async run(page) {
      await openBoard(page);
      await page.page.click("#tool-hole");
      await page.click("c4");
      await page.holds("c4", /hole/);
      await page.click("f5");
      await page.holds("f5", /hole/);
      await page.page.click("#bench-undo");
      await page.holds("f5", /empty/);
      await page.holds("c4", /hole/);
      await page.page.click("#bench-redo");
      await page.holds("f5", /hole/);
      // By keys as well, on the board.
      await page.square("a3").focus();
      await page.page.keyboard.press("Control+z");
      await page.page.keyboard.press("Control+z");
      await page.holds("c4", /empty/);
      await page.page.keyboard.press("Control+Shift+z");
      await page.holds("c4", /hole/);
      // What is written in the text is seen on the board.
      await page.page.click("#tab-definition");
      await page.write(TEXT.replace("inherits = 'chess'", "inherits = 'chess'\nstart = '4k3/8/8/8/8/8/8/4K2R w K'"));
      await page.page.click("#tab-board");
      await page.holds("h1", /white rook/);
      await page.holds("a1", /empty/);
    },
  },
  "edges are dragged, and buttons do the same": {
    async run(page) {
      await openBoard(page);
      await dragEdge(page, "right", 2, 0);
      await squares(page, 80);
      await dragEdge(page, "top", 0, -1);
      await squares(page, 90);
      // The pieces stay at their edge.
      await page.holds("e9", /black king/);
      const text = await written(page, /files = 10/);
      assert.match(text, /board\.ranks = 9\nstart = 'rnbqkbnr2\/pppppppp2\/10\/10\/10\/10\/10\/PPPPPPPP2\/RNBQKBNR2 w KQkq - 0 1'/);
      await page.page.click("#edge-left-more");
      await squares(page, 99);
      await page.holds("f1", /white king/);
      await page.page.click("#edge-bottom-less");
      await squares(page, 88);
      await page.page.waitForFunction(() => /11 × 8/.test(document.getElementById("panel-board").textContent));
      // Seen by Black, the edges are turned.
      await page.page.click("#flip");
      await page.page.waitForFunction(() => document.querySelector("#board [role=gridcell]").dataset.square === "k1");
      await dragEdge(page, "left", 1, 0);
      await squares(page, 80);
      await page.holds("f1", /white king/);
    },
  },
  "zones are painted, and those of Black are their mirror image": {
    async run(page) {
      await openBoard(page);
      await page.page.selectOption("#tool-zones", "pieces.pawn.promotion.zone");
      await page.holds("a8", /in the zone/);
      await page.holds("a7", /^a7, black pawn$/);
      await paint(page, "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6");
      await page.holds("a6", /in the zone/);
      const text = await written(page, /promotion\.zone/);
      assert.match(text, /zone = 'rank 6, rank -1'|zone = 'rank -1, rank 6'/);
      await page.page.selectOption("#tool-zones", "pieces.king.move.to");
      await page.click("e4");
      await written(page, /betza = 'KisO2', to = /);
    },
  },
  "zones of rules are painted": {
    async run(page) {
      await openBoard(page, "name = 'hill'\ntitle = 'hill'\ninherits = 'kingofthehill'\n");
      await page.page.selectOption("#tool-zones", { label: "goal.zone in the rules" });
      await page.holds("d4", /in the zone/);
      await paint(page, "c4", "c5");
      await written(page, /rules\.goal\.zone = 'c4-e5'/);
    },
  },
  "a new piece gets name, letter, value and picture, and its place by hand": {
    async run(page) {
      await openBoard(page);
      await page.page.click("#tab-make");
      await page.page.fill("#make-betza", "[F?R]");
      await page.page.fill("#add-name", "nightmare");
      // The letter of the knight is taken.
      assert.equal(await page.page.inputValue("#add-letter"), "I");
      await page.page.fill("#add-letter", "H");
      await page.page.fill("#add-value", "7.5");
      await page.page.selectOption("#add-picture", "griffon");
      await page.page.click("#add-piece");
      await page.page.locator("#tab-board[aria-selected=true]").waitFor();
      await page.page.locator("#panel-board button[aria-pressed=true][aria-label='white nightmare']").waitFor();
      await page.click("d3");
      await page.holds("d3", /white nightmare/);
      const text = await written(page, /3H4/);
      assert.ok(text.includes("\n[pieces.nightmare]\nletter = 'H'\nmove = '[F?R]'\nvalue = 7.5\npicture = 'griffon'"), text);
      // It moves in the game.
      await page.page.click("#tab-definition");
      await page.two();
      await page.click("d3");
      await page.holds("e4", /move here/);
    },
  },
  "a piece gets another letter, value and picture": {
    async run(page) {
      await openBoard(page);
      await page.page.click("#tab-pieces");
      const fields = page.page.locator("[data-piece-row=knight] details");
      await fields.locator("summary").click();
      const field = (name) => fields.getByLabel(name);
      await field("Letter").fill("H");
      await field("Letter").press("Enter");
      await page.page.locator("[data-piece-row=knight] h2", { hasText: "knight (H)" }).waitFor();
      await field("Value in pawns").fill("5.5");
      await field("Value in pawns").press("Enter");
      await field("Picture").selectOption("camel");
      await page.page.click("#tab-board");
      const text = await written(page, /picture = 'camel'/);
      assert.ok(text.includes("move = 'NN'\nletter = 'H'\nvalue = 5.5\npicture = 'camel'"), text);
      assert.ok(text.includes("start = 'rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1'"), text);
      // A letter that is taken changes nothing, and the field says so.
      await page.page.click("#tab-pieces");
      await field("Letter").fill("B");
      await field("Letter").press("Enter");
      await page.page.waitForFunction(() => document.querySelector("[data-piece-row=knight] details input").value === "H");
      await page.page.click("#tab-board");
      assert.equal(await written(page, /picture = 'camel'/), text);
    },
  },
  "the board of the definition needs no mouse": {
    async run(page) {
      await openBoard(page);
      await page.page.focus("#tool-wall");
      await page.page.keyboard.press("Enter");
      await page.square("e4").focus();
      await page.page.keyboard.press("Enter");
      await page.holds("e4", /wall/);
      await page.page.keyboard.press("ArrowUp");
      await page.page.keyboard.press(" ");
      await page.holds("e5", /wall/);
      // Escape leads back to the text and the game.
      await page.page.keyboard.press("Escape");
      await page.page.locator("#tab-definition[aria-selected=true]").waitFor();
      await page.says(/White to move/);
    },
  },
  "fingers paint on the board of the definition": {
    ...PHONE,
    async run(page, { pictures }) {
      await openBoard(page);
      await page.page.locator("#tool-hole").tap();
      const under = page.square("e4").locator(".under");
      await under.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const box = await under.boundingBox();
      await page.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      await page.holds("e4", /hole/);
      await page.picture(pictures, "board-tab-phone", { fullPage: true });
    },
  },
  "holes of hexagonal boards can be filled, and other formats are refused with a reason": {
    async run(page) {
      const text = "name = 'hexes'\ntitle = 'Hexes'\nboard = { files = 5, ranks = 5, holes = 'a4-a5, b5, d1, e1-e2' } # hexagons\nstart = '**krb/*4/5/4*/BRK**'\npresentation.cells = 'hexes'\ndirections = { around = '{hex-sides}{hex-corners}' }\n[pieces]\nking = { letter = 'K', move = '{around}', royal = true }\nrook = { letter = 'R', move = '{hex-sides}0' }\nbishop = { letter = 'B', move = '{hex-corners}0' }\n";
      await openBoard(page, text);
      await squares(page, 25);
      assert.equal(await page.page.locator("[data-edge]").count(), 0);
      await page.page.click("#tool-hole");
      await page.click("a4");
      await page.holds("a4", /empty/);
      await written(page, /holes = 'd1-e1, e2, a5-b5' \} # hexagons/);
      await page.page.click("#edge-right-more");
      await squares(page, 30);
      await page.page.click("#tab-definition");
      await page.write("[mine:chess]\nqueen = -\n");
      await page.page.waitForFunction(() => document.getElementById("format").textContent === "variants.ini");
      await page.page.click("#tab-board");
      await page.says(/only definitions in TOML/i);
    },
  },
};
