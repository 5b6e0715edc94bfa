import { fastify } from 'fastify';
import { consume, release } from './quota.js';

/** Stands for whatever sends the mail. */
async function sendMail({ to, text }) {
  if (to === 'nobody@example.com') throw new Error('no such mailbox');
  console.log(`sent to ${to}: ${text}`);
}

const app = fastify();

app.post('/notifications', async (request, reply) => {
  const { id, to, text } = request.body;
  // The caller's id makes a retry of the same notification the same consumption.
  const quota = await consume('email', 1, id);
  if (!quota.allowed)
    return reply.header('retry-after', String(quota.retryAfter)).code(429).send({ sent: false });
  try {
    await sendMail({ to, text });
  } catch (error) {
    await release(quota.consumptionId);
    return reply.code(502).send({ sent: false, reason: error.message });
  }
  return { sent: true };
});

await app.listen({ port: Number(process.env.PORT ?? 8080), host: '127.0.0.1' });
console.log(`listening on ${app.server.address().port}`);
