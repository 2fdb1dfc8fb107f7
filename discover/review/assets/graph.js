// Where the boxes and lines of a picture of links go: in columns by what needs what, with few
// crossings and short lines. The method is that of Sugiyama, Tagawa and Toda (1981): open the
// circles, give each box a column, order the columns, then move boxes to where their lines are
// short. A line that passes a column has a place in it, like a box, so that it runs between boxes
// and not behind them.
"use strict";

const BOX = { width: 210, height: 24 };
const COLUMN_GAP = 80; // room for the bends between two columns
const BOX_GAP = 8; // between two boxes of a column
const LINE_GAP = 10; // beside a line that passes a column
const PART_GAP = 22; // between parts that no line connects
const SHELF = 1100; // parts stand side by side up to this width
const SWEEPS = 10; // over the columns: more of them seldom change the order

// The boxes that lines connect, part by part, in the order in which they occur first.
function connectedParts(links) {
  const part = new Map();
  const find = (node) => {
    while (part.get(node) !== node) {
      part.set(node, part.get(part.get(node)));
      node = part.get(node);
    }
    return node;
  };
  for (const { from, to } of links) {
    for (const node of [from, to]) if (!part.has(node)) part.set(node, node);
    part.set(find(from), find(to));
  }
  const parts = new Map();
  for (const link of links) {
    const root = find(link.from);
    if (!parts.has(root)) parts.set(root, []);
    parts.get(root).push(link);
  }
  return [...parts.values()];
}

// Pairs [left, right] without circles: a link that closes one is turned around. What excludes
// each other has no direction.
function directed(links) {
  const after = new Map();
  for (const link of links) {
    if (link.kind === "excludes") continue;
    if (!after.has(link.to)) after.set(link.to, []);
    after.get(link.to).push(link.from);
  }
  const pairs = [];
  const state = new Map(); // 1: on the way from the start, 2: done
  const start = (node) => {
    // A stack of its own: a chain may be longer than the browser nests calls.
    const way = [[node, 0]];
    state.set(node, 1);
    while (way.length > 0) {
      const top = way[way.length - 1];
      const next = (after.get(top[0]) || [])[top[1]++];
      if (next === undefined) {
        state.set(top[0], 2);
        way.pop();
      } else if (state.get(next) === 1) {
        pairs.push([next, top[0]]);
      } else {
        pairs.push([top[0], next]);
        if (!state.has(next)) {
          state.set(next, 1);
          way.push([next, 0]);
        }
      }
    }
  };
  const needs = new Set(links.filter((link) => link.kind !== "excludes").map((link) => link.from));
  // From what needs nothing, so that only true circles are opened, and not where one begins.
  for (const node of after.keys()) if (!needs.has(node)) start(node);
  for (const node of after.keys()) if (!state.has(node)) start(node);
  return pairs;
}

// The column of each box: as far to the left as its needs allow, then to the right where more of
// its lines become shorter than longer.
function columnsOf(links) {
  const pairs = directed(links);
  const column = new Map();
  for (const { from, to } of links) column.set(from, 0).set(to, 0);
  const waiting = new Map();
  const after = new Map();
  for (const [left, right] of pairs) {
    waiting.set(right, (waiting.get(right) || 0) + 1);
    if (!after.has(left)) after.set(left, []);
    after.get(left).push(right);
  }
  const order = [...column.keys()].filter((node) => !waiting.get(node));
  for (let i = 0; i < order.length; i++) {
    for (const right of after.get(order[i]) || []) {
      column.set(right, Math.max(column.get(right), column.get(order[i]) + 1));
      waiting.set(right, waiting.get(right) - 1);
      if (waiting.get(right) === 0) order.push(right);
    }
  }
  for (const node of order.reverse()) {
    const behind = after.get(node) || [];
    const before = pairs.filter((pair) => pair[1] === node).length;
    if (behind.length > before) {
      column.set(node, Math.min(...behind.map((right) => column.get(right))) - 1);
    }
  }
  return column;
}

// Each column as a list of cells: boxes, and places where a line passes. `steps` are the pieces of
// lines between neighbouring columns.
function gridOf(links) {
  const column = columnsOf(links);
  const columns = [];
  const add = (at, cell) => {
    (columns[at] = columns[at] || []).push(cell);
    return cell;
  };
  const boxes = new Map();
  for (const [node, at] of column) {
    boxes.set(node, add(at, { node, column: at, half: BOX.height / 2, left: [], right: [] }));
  }
  const routes = links.map((link) => {
    const ends = [boxes.get(link.to), boxes.get(link.from)];
    if (ends[0].column > ends[1].column) ends.reverse();
    if (ends[0].column === ends[1].column) return { link, cells: ends };
    const cells = [ends[0]];
    for (let at = ends[0].column + 1; at < ends[1].column; at++) {
      cells.push(add(at, { column: at, half: 0, left: [], right: [] }));
    }
    cells.push(ends[1]);
    for (let i = 1; i < cells.length; i++) {
      cells[i - 1].right.push(cells[i]);
      cells[i].left.push(cells[i - 1]);
    }
    return { link, cells };
  });
  return { boxes, columns: Array.from(columns, (cells) => cells || []), routes };
}

const mean = (cells, key) => cells.reduce((sum, cell) => sum + cell[key], 0) / cells.length;

function crossings(columns) {
  let count = 0;
  for (const cells of columns) {
    const ends = cells.flatMap((cell) => cell.right.map((to) => to.row).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; i++) {
      for (let k = i + 1; k < ends.length; k++) if (ends[k] < ends[i]) count++;
    }
  }
  return count;
}

// Sorts each column by where the neighbours of its cells stand, to and fro, and keeps the best.
function orderCells(columns) {
  const number = () => columns.forEach((cells) => cells.forEach((cell, i) => (cell.row = i)));
  number();
  let best = columns.map((cells) => [...cells]);
  let least = crossings(columns);
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
    const side = sweep % 2 === 0 ? "left" : "right";
    for (const cells of side === "left" ? columns : [...columns].reverse()) {
      for (const cell of cells) {
        cell.wish = cell[side].length > 0 ? mean(cell[side], "row") : cell.row;
      }
      cells.sort((a, b) => a.wish - b.wish || a.row - b.row);
      cells.forEach((cell, i) => (cell.row = i));
    }
    const count = crossings(columns);
    if (count < least) {
      least = count;
      best = columns.map((cells) => [...cells]);
    }
  }
  best.forEach((cells, at) => (columns[at] = cells));
  number();
}

const apart = (a, b) =>
  a.half + b.half + (a.node === undefined || b.node === undefined ? LINE_GAP : BOX_GAP);

// The places nearest to the wishes that keep order and distance: cells that would overlap form a
// block, which stands where its cells wish it on average.
function settle(cells) {
  const blocks = [];
  let offset = 0;
  cells.forEach((cell, i) => {
    offset += i > 0 ? apart(cells[i - 1], cell) : 0;
    cell.offset = offset;
    let block = { cells: [cell], sum: cell.wish - offset };
    while (blocks.length > 0) {
      const above = blocks[blocks.length - 1];
      if (above.sum / above.cells.length < block.sum / block.cells.length) break;
      blocks.pop();
      block = { cells: above.cells.concat(block.cells), sum: above.sum + block.sum };
    }
    blocks.push(block);
  });
  for (const block of blocks) {
    for (const cell of block.cells) cell.y = block.sum / block.cells.length + cell.offset;
  }
}

function placeCells(columns) {
  for (const cells of columns) {
    for (const cell of cells) cell.wish = 0;
    settle(cells);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const side = sweep % 2 === 0 ? "left" : "right";
    for (const cells of side === "left" ? columns : [...columns].reverse()) {
      for (const cell of cells) {
        const near = sweep < SWEEPS - 2 ? cell[side] : [...cell.left, ...cell.right];
        cell.wish = near.length > 0 ? mean(near, "y") : cell.y;
      }
      settle(cells);
    }
  }
}

const edge = (column) => column * (BOX.width + COLUMN_GAP);

// From the right edge of the first box to the left edge of the last; within one column an arc.
function pathOf(cells, dx, dy) {
  const first = cells[0];
  const last = cells[cells.length - 1];
  const x = (cell) => edge(cell.column) + dx;
  const right = (cell) => x(cell) + BOX.width;
  const y = (cell) => Math.round(cell.y + dy);
  if (first.column === last.column) {
    const bend = right(first) + Math.min(COLUMN_GAP - 10, 16 + Math.abs(y(first) - y(last)) / 4);
    return `M${right(first)} ${y(first)}C${bend} ${y(first)} ${bend} ${y(last)} ${right(last)} ${y(last)}`;
  }
  let path = `M${right(first)} ${y(first)}`;
  for (let i = 1; i < cells.length; i++) {
    const middle = x(cells[i]) - COLUMN_GAP / 2;
    path += `C${middle} ${y(cells[i - 1])} ${middle} ${y(cells[i])} ${x(cells[i])} ${y(cells[i])}`;
    if (cells[i].node === undefined) path += `H${right(cells[i])}`;
  }
  return path;
}

// Boxes: node -> {x, y}, the upper left corner. Lines: the link, its path, the points where a tip
// belongs, at the option that needs the other, and whether the tip points to the right.
function layout(links) {
  const picture = { boxes: new Map(), lines: [], width: 0, height: 0 };
  let x = 0;
  let y = 0;
  let shelf = 0;
  for (const part of connectedParts(links)) {
    const { boxes, columns, routes } = gridOf(part);
    orderCells(columns);
    placeCells(columns);
    const cells = columns.flat();
    const top = Math.min(...cells.map((cell) => cell.y - cell.half));
    const height = Math.max(...cells.map((cell) => cell.y + cell.half)) - top;
    const width = edge(columns.length) - COLUMN_GAP;
    if (x > 0 && x + width > SHELF) {
      x = 0;
      y = shelf;
    }
    const dy = y - top;
    for (const [node, cell] of boxes) {
      picture.boxes.set(node, { x: edge(cell.column) + x, y: Math.round(cell.y - cell.half + dy) });
    }
    for (const { link, cells: route } of routes) {
      const end = boxes.get(link.from);
      const forward = end !== route[0];
      picture.lines.push({
        link,
        path: pathOf(route, x, dy),
        forward,
        tip: {
          x: edge(end.column) + x + (forward ? 0 : BOX.width),
          y: Math.round(end.y + dy),
        },
      });
    }
    shelf = Math.max(shelf, y + height + PART_GAP);
    picture.width = Math.max(picture.width, x + width);
    picture.height = Math.max(picture.height, y + height);
    x += width + COLUMN_GAP;
  }
  return picture;
}
