import { fastify } from 'fastify';

/** A Fastify server that only parses a JSON body and sends it back. Accepting is compared with it. */
const app = fastify();
app.post('/', (request) => request.body);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(address);
