import type { FastifyInstance } from 'fastify';
import { WrittenJson } from '#shared/kernel/written-json.js';

/** What is JSON already goes out as it is. */
export function writeAnswers(fastify: FastifyInstance): void {
  fastify.setReplySerializer((answer) =>
    answer instanceof WrittenJson ? answer.text : JSON.stringify(answer),
  );
}
