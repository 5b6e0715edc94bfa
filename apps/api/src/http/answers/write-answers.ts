import type { FastifyInstance } from 'fastify';
import { RawJson } from '#shared/kernel/raw-json.js';

/** What is JSON already goes out as it is. */
export function writeAnswers(fastify: FastifyInstance): void {
  fastify.setReplySerializer((answer) => (answer instanceof RawJson ? answer.text : JSON.stringify(answer)));
}
