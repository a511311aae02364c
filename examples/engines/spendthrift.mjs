// Plays the last move it is offered. Run it by `seaboard tournament sea-change --bots "cmd:node examples/engines/spendthrift.mjs,simple"`.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  if (question.type === 'hello') {
    answer = { type: 'ready', name: 'Spendthrift' };
  } else {
    const actions = Object.values(question.view.legal);
    answer = { type: 'move', id: question.id, action: actions.at(-1) };
  }
  console.log(JSON.stringify(answer));
}
