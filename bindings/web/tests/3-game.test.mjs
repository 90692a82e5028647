// The game: engine, analysis, variations, ends, texts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const type = async (page, ...moves) => {
  for (const move of moves) {
    const count = await page.page.locator("#moves button").count();
    await page.page.fill("#typed", move);
    await page.page.press("#typed", "Enter");
    await page.page.waitForFunction((n) => document.querySelectorAll("#moves button").length > n, count);
  }
};

export const tests = {
  "a move is taken back together with the engine's reply": {
    async run(page) {
      await type(page, "e4");
      await page.says(/Black played/);
      await page.page.click("#undo");
      await page.holds("e2", /white pawn/);
      await page.says(/White to move/);
      assert.equal(await page.page.locator("#moves button").count(), 0);
    },
  },
  "a hint names a move and marks its squares": {
    async run(page) {
      await page.two();
      await page.page.click("#hint");
      await page.says(/Hint: /);
      assert.equal(await page.page.locator(".under.hint").count(), 2);
    },
  },
  "an analysis shows three lines, a bar and the nodes of a second, until it is stopped": {
    async run(page) {
      await page.two();
      await page.page.click("#analyze");
      await page.page.locator("#lines li").nth(2).waitFor();
      assert.match(await page.page.locator("#lines li").first().innerText(), /depth \d+/);
      assert.ok(await page.page.getAttribute("#bar", "aria-valuetext"));
      assert.match(await page.page.locator("#effort").innerText(), /^[\d.]+[KM]? nodes, [\d.]+[KM]? a second$/);
      await type(page, "e4");
      await page.page.locator("#lines li").nth(2).waitFor();
      await page.page.click("#analyze");
      assert.ok(await page.page.isHidden("#analysis"));
    },
  },
  "an analysis begins anew with a new game, also behind one that was given up": {
    async run(page) {
      await page.two();
      await page.page.click("#resign");
      await page.says(/Black wins/);
      await page.page.click("#analyze");
      await page.page.click("#new-game");
      await page.says(/White to move/);
      await page.page.locator("#lines li").nth(2).waitFor();
      await page.page.click("#resign");
      await page.says(/Black wins/);
      await page.page.waitForFunction(() => document.querySelectorAll("#lines li").length === 0);
    },
  },
  "a long search is ended at once": {
    alone: true,
    async run(page) {
      await page.page.fill("#level", "8");
      await page.click("e2");
      await page.click("e4");
      await page.page.locator("#stop").waitFor();
      await page.page.waitForTimeout(500);
      const begun = Date.now();
      await page.page.click("#stop");
      await page.says(/Black played/);
      assert.ok(Date.now() - begun < 2500, `${Date.now() - begun} ms`);
    },
  },
  "searches are stopped, replaced and dropped without a new worker": {
    async run(page) {
      const closed = [];
      page.page.on("worker", (worker) => worker.on("close", () => closed.push(worker.url())));
      for (const worker of page.page.workers()) worker.on("close", () => closed.push(worker.url()));
      await page.page.fill("#level", "8");
      await type(page, "e4");
      await page.page.locator("#stop").waitFor();
      await page.page.click("#stop");
      await page.says(/Black played/);
      const workers = page.page.workers().length;
      // What was searched for a position is not played in another one.
      await type(page, "d4");
      await page.page.waitForTimeout(300);
      await page.page.click("#undo");
      await page.says(/White to move/);
      await page.page.waitForTimeout(500);
      assert.equal(await page.page.locator("#moves button").count(), 2);
      await page.says(/White to move/);
      await type(page, "Nf3");
      await page.page.click("#stop");
      await page.says(/Black played/);
      assert.equal(page.page.workers().length, workers);
      assert.deepEqual(closed, []);
    },
  },
  "an analysis keeps what it has seen": {
    async run(page) {
      await page.two();
      await page.page.click("#analyze");
      const depth = (least) => page.page.waitForFunction((n) => {
        const found = /depth (\d+)/.exec(document.querySelector("#lines li")?.textContent ?? "");
        return found && Number(found[1]) >= n;
      }, least);
      await depth(7);
      await type(page, "e4");
      await depth(5);
      const workers = page.page.workers().length;
      await page.page.click("#previous");
      await depth(6);
      assert.equal(page.page.workers().length, workers);
    },
  },
  "the engine plays against itself": {
    async run(page) {
      await page.page.fill("#level", "1");
      await page.page.selectOption("#white", "engine");
      await page.page.locator("#moves button").nth(5).waitFor();
      await page.two();
    },
  },
  "the game ends in the words of its rule": {
    async run(page) {
      await page.two();
      await type(page, "f3", "e5", "g4", "Qh4");
      await page.says(/^Checkmate\. 0-1, Black wins\.$/);
      await page.page.click("#undo");
      await page.says(/Black to move/);
      await page.play("kingofthehill");
      await page.page.click("#new-game");
      await page.page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
      await type(page, "e4", "a6", "Ke2", "a5", "Ke3", "a4", "Kd4");
      await page.says(/1-0, White wins/);
      assert.doesNotMatch(await page.page.textContent("#status"), /Checkmate/);
    },
  },
  "a new game begins also while the definition is wrong": {
    async run(page) {
      await page.two();
      await type(page, "e4");
      await page.write("name = 'test'\ninherits = 'chess'\npieces.queen.move = 'Q-'\n");
      await page.page.locator("#findings li.error").first().waitFor();
      await page.page.click("#new-game");
      await page.holds("e2", /white pawn/);
      await type(page, "d4");
      await page.says(/White played d4/);
      assert.match(await page.text(), /'Q-'/);
    },
  },
  "players resign and agree to a draw": {
    async run(page) {
      await page.two();
      await page.page.click("#draw");
      await page.says(/1\/2-1\/2, a draw/);
      await page.page.click("#new-game");
      await page.says(/White to move/);
      await page.page.click("#resign");
      await page.says(/0-1, Black wins/);
    },
  },
  "a person resigns, also while the engine thinks": {
    async run(page) {
      await page.page.fill("#level", "8");
      await type(page, "e4");
      await page.page.locator("#stop").waitFor();
      await page.page.click("#resign");
      await page.says(/0-1, Black wins/);
    },
  },
  "a game of a position of its own is read with its variations, and played on": {
    async run(page, { server }) {
      await page.two();
      await page.page.locator("details.text summary").click();
      const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
      await page.page.fill("#pgn", `[SetUp "1"]\n[FEN "${fen}"]\n\n1. e4 (1. e3 Kd7 (1... Kf7 2. Kf2) 2. Kd2) 1... Kd7 2. Kd2 *`);
      await page.page.click("#pgn-read");
      await page.holds("d2", /white king/);
      assert.deepEqual(await page.page.locator("#moves button").allInnerTexts(), ["e4", "e3", "Kd7", "Kf7", "Kf2", "Kd2", "Kd7", "Kd2"]);
      await page.page.selectOption("#black", "engine");
      await page.says(/Black played K/);
      await page.page.click("#share");
      const address = await page.page.inputValue("#share-address");
      const other = await page.context.newPage();
      await other.goto(address);
      await other.waitForFunction(() => document.documentElement.dataset.ready === "editor");
      assert.equal(await other.inputValue("#fen"), await page.fen());
      // The game is written as it was read.
      await page.page.keyboard.press("Escape");
      await page.page.click("#undo");
      await page.page.waitForFunction(() => document.querySelectorAll("#moves button").length < 8);
      const [file] = await Promise.all([page.page.waitForEvent("download"), page.page.click("#pgn-save")]);
      assert.match(readFileSync(await file.path(), "utf8"), /1\. e4 \(1\. e3 Kd7 \(1\.\.\. Kf7 2\. Kf2\) 2\. Kd2\)/);
    },
  },
  "a position that another board does not have is forgotten, and the engine plays": {
    async run(page) {
      await page.two();
      await page.setFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
      await page.holds("e2", /white pawn/);
      await page.write("name = 'test'\ntitle = 'River'\ninherits = 'xiangqi'\n");
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "River");
      await page.page.selectOption("#black", "engine");
      await page.page.fill("#typed", "1");
      await page.page.press("#typed", "Enter");
      await page.says(/Black played/);
    },
  },
  "variations are kept, and written as PGN and as a record": {
    async run(page) {
      await page.two();
      await type(page, "e4", "e5", "Nf3");
      await page.page.click("#previous");
      await page.page.click("#previous");
      await type(page, "c5");
      assert.equal(await page.page.locator("#moves .line button").count(), 1);
      await page.page.locator("details.text summary").click();
      const [file] = await Promise.all([page.page.waitForEvent("download"), page.page.click("#pgn-save")]);
      assert.match(readFileSync(await file.path(), "utf8"), /1\. e4 e5 \(1\.\.\. c5\) 2\. Nf3/);
      const [record] = await Promise.all([page.page.waitForEvent("download"), page.page.click("#record-save")]);
      assert.match(readFileSync(await record.path(), "utf8"), /1\. e2e4 c7c5/);
      await page.page.fill("#pgn", "1. d4 d5 2. c4 *");
      await page.page.click("#pgn-read");
      await page.holds("c4", /white pawn/);
    },
  },
  "a variation becomes the game, goes behind others, and is deleted": {
    async run(page) {
      await page.two();
      await type(page, "e4", "e5");
      await page.page.click("#previous");
      await type(page, "c5");
      await page.page.click("#previous");
      await type(page, "d5");
      const order = () => page.page.locator("#moves button").allInnerTexts();
      const becomes = (wanted) => page.page.waitForFunction(
        (words) => [...document.querySelectorAll("#moves button")].map((one) => one.textContent).join(" ") === words, wanted,
      ).catch(async () => assert.equal((await order()).join(" "), wanted));
      assert.deepEqual(await order(), ["e4", "e5", "c5", "d5"]);
      await page.page.click("#line-up");
      await becomes("e4 e5 d5 c5");
      await page.page.click("#line-main");
      await becomes("e4 d5 e5 c5");
      await page.page.click("#line-down");
      await becomes("e4 e5 d5 c5");
      await page.page.click("#remove");
      await becomes("e4 e5 c5");
      await page.says(/Black to move/);
    },
  },
  "pictures are saved as SVG and as PNG": {
    async run(page) {
      await page.page.locator("details.text summary").click();
      const [svg] = await Promise.all([page.page.waitForEvent("download"), page.page.click("#svg-save")]);
      assert.match(readFileSync(await svg.path(), "utf8"), /^<svg /);
      const [png] = await Promise.all([page.page.waitForEvent("download"), page.page.click("#png-save")]);
      assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
    },
  },
  "the moves are saved as an animation that a browser plays": {
    async run(page) {
      await page.page.click("#share");
      assert.ok(await page.page.isDisabled("#share-animation"));
      await page.page.keyboard.press("Escape");
      await page.two();
      await page.page.click("#flip");
      await type(page, "e4", "d5", "exd5");
      await page.page.click("#share");
      const [file] = await Promise.all([page.page.waitForEvent("download"), page.page.click("#share-animation")]);
      assert.equal(file.suggestedFilename(), "mine-game.gif");
      const bytes = readFileSync(await file.path());
      // The browser decodes it, and it is as wide as the picture of one position.
      const still = readFileSync(await (await Promise.all([page.page.waitForEvent("download"), page.page.click("#share-png")]))[0].path());
      const seen = await page.page.evaluate(async ([animation, png]) => {
        const decoder = new ImageDecoder({ data: Uint8Array.from(animation), type: "image/gif" });
        await decoder.tracks.ready;
        const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
        const frames = [];
        for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
          const { image } = await decoder.decode({ frameIndex });
          const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          frames.push({ seconds: image.duration / 1e6, data: context.getImageData(0, 0, canvas.width, canvas.height).data, width: canvas.width, height: canvas.height });
        }
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(png)]));
        const different = (a, b) => a.data.filter((value, index) => value !== b.data[index]).length;
        return {
          repeats: repetitionCount === Infinity,
          seconds: frames.map((frame) => frame.seconds),
          sizes: new Set(frames.map((frame) => `${frame.width} ${frame.height}`)).size,
          changes: frames.slice(1).map((frame, index) => different(frame, frames[index]) > 0),
          width: [frames[0].width, bitmap.width],
        };
      }, [[...bytes], [...still]]);
      assert.deepEqual({ ...seen, width: seen.width[0] === seen.width[1] }, { repeats: true, seconds: [1, 1, 1, 4], sizes: 1, changes: [true, true, true], width: true });
    },
  },
};
