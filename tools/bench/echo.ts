import { fastify } from 'fastify';

/** What Fastify can do when it does nothing: parse a JSON body and send it back. The yardstick for accepting. */
const app = fastify();
app.post('/', (request) => request.body);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(address);
