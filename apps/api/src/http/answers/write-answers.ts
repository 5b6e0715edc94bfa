import type { FastifyInstance } from 'fastify';
import { RawJson } from '#shared/kernel/raw-json.js';

/** Sends responses that are already JSON text (`RawJson`) unchanged, and serializes all others. */
export function writeAnswers(fastify: FastifyInstance): void {
  fastify.setReplySerializer((answer) => (answer instanceof RawJson ? answer.text : JSON.stringify(answer)));
}
