import express from 'express';
import { consume, release } from './quota.js';

/** Stands for whatever sends the mail. */
async function sendMail({ to, text }) {
  if (to === 'nobody@example.com') throw new Error('no such mailbox');
  console.log(`sent to ${to}: ${text}`);
}

const app = express();
app.use(express.json());

app.post('/notifications', async (request, response) => {
  const { id, to, text } = request.body;
  // The caller's id makes a retry of the same notification the same consumption.
  const quota = await consume('email', 1, id);
  if (!quota.allowed) {
    response.set('retry-after', String(quota.retryAfter)).status(429).json({ sent: false });
    return;
  }
  try {
    await sendMail({ to, text });
  } catch (error) {
    await release(quota.consumptionId);
    response.status(502).json({ sent: false, reason: error.message });
    return;
  }
  response.json({ sent: true });
});

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`);
});
