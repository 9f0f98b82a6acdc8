// The load: so many matches with four sockets each (two play, two watch), one move a match a second.
// An acknowledgement is the update that comes back to whoever moved. Prints JSON.
const { io } = require("socket.io-client");

const [port, matches, warmUp, seconds, interval] = process.argv.slice(2).map(Number);
const DRAWN = [0, 1, 2, 4, 3, 5, 7, 6, 8]; // nobody wins: nine moves a match, then the next one
const PLAYERS = ["0", "1", null, null];
const times = [];
let updates = 0, wanted = 0, late = 0, measuring = false;

class Match {
  constructor(number) {
    this.number = number;
    this.round = 0;
    this.sockets = [];
  }

  async open() {
    for (const player of PLAYERS) {
      const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
      await new Promise((resolve) => socket.on("connect", resolve));
      socket.on("update", (id, state) => this.hear(player, id, state));
      socket.on("sync", (id, told) => { if (id === this.id()) this.stateId = told.state._stateID; });
      this.sockets.push(socket);
    }
    await this.begin();
  }

  id() {
    return `match-${this.number}-${this.round}`;
  }

  async begin() {
    this.isReady = false;
    this.round += 1;
    this.moves = 0;
    this.sent = null;
    const synced = this.sockets.map((socket) => new Promise((resolve) => socket.once("sync", resolve)));
    this.sockets.forEach((socket, n) => socket.emit("sync", this.id(), PLAYERS[n], undefined, 2));
    await Promise.all(synced);
    this.isReady = true;
  }

  hear(player, id, state) {
    if (measuring) updates += 1;
    if (id !== this.id() || this.sent === null || player !== String(this.moves % 2)) return;
    if (state._stateID <= this.stateId) return;
    if (this.isMeasured) times.push(performance.now() - this.sent);
    this.stateId = state._stateID;
    this.sent = null;
    this.moves += 1;
    if (this.moves === DRAWN.length) this.begin();
  }

  move() {
    if (measuring) wanted += 1;
    if (this.sent !== null || !this.isReady) {
      if (measuring) late += 1;
      return;
    }
    const playerID = String(this.moves % 2);
    const payload = { type: "clickCell", args: [DRAWN[this.moves]], playerID };
    this.isMeasured = measuring;
    this.sent = performance.now();
    this.sockets[this.moves % 2].emit("update", { type: "MAKE_MOVE", payload }, this.stateId, this.id(), playerID);
  }
}

async function main() {
  const all = [];
  for (let number = 0; number < matches; number += 1) {
    all.push(new Match(number));
    await all[number].open();
  }
  all.forEach((match, n) => setTimeout(() => setInterval(() => match.move(), interval * 1e3), (n / matches) * interval * 1e3));
  setTimeout(() => { measuring = true; process.stdout.write("measuring\n"); }, warmUp * 1e3);
  setTimeout(() => { measuring = false; }, (warmUp + seconds) * 1e3);
  setTimeout(() => {
    process.stdout.write(JSON.stringify({ times, frames: updates, wanted, late }) + "\n", () => process.exit(0));
  }, (warmUp + seconds + 1) * 1e3);
}

main();
