// boardgame.io's own server, as its documentation says to start it. With FLATFILE=folder it writes matches to files.
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const { SeaChange } = require('./game');

const db = process.env.FLATFILE ? new FlatFile({ dir: process.env.FLATFILE, logging: false }) : undefined;
const server = Server({ games: [SeaChange], origins: [Origins.LOCALHOST], ...(db ? { db } : {}) });
server.run({ port: Number(process.env.PORT) }, () => console.log('ready'));
