import { NotFoundException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorKind } from '#shared/kernel/domain-error.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { toProblemResponse } from './problem-response.js';

const convertError = (error: unknown) => {
  const { problem, retryAfter, unexpected } = toProblemResponse(error, 'request-1');
  expect(problem.instance).toBe('request-1');
  return { status: problem.status, code: problem.code, detail: problem.detail, retryAfter, unexpected };
};
const createHttpError = (statusCode: number) =>
  Object.assign(new Error('GET /webhook/x/secret'), { statusCode });

describe('toProblemResponse', () => {
  it.each<[ErrorKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['denied', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['too-large', 413],
    ['unsupported', 415],
    ['exhausted', 429],
    ['unavailable', 503],
    ['timeout', 504],
  ])('maps the error kind %s to the status %i', (kind, status) => {
    const error = new DomainError('ERROR_CONFLICT', kind, 'what happened', { retryAfter: 7 });
    const expected = {
      status,
      code: 'ERROR_CONFLICT',
      detail: 'what happened',
      retryAfter: 7,
      unexpected: false,
    };
    expect(convertError(error)).toEqual(expected);
  });

  it('lists the invalid fields', () => {
    expect(toProblemResponse(DomainError.required('name'), '').problem).toMatchObject({
      status: 400,
      title: 'Bad Request',
      errors: [{ field: 'name', reason: 'is required' }],
    });
  });

  it('reports the field path for a URL that cannot be decoded', () => {
    const error = Object.assign(new Error('/webhook/secret/%ff'), {
      code: 'FST_ERR_BAD_URL',
      statusCode: 400,
    });
    expect(toProblemResponse(error, '').problem).toMatchObject({
      status: 400,
      code: 'ERROR_INVALID_PARAMETER',
      errors: [{ field: 'path', reason: 'is not percent-encoded UTF-8' }],
    });
  });

  it('limits the number and length of errors that repeat parts of the request', () => {
    const errors = Array.from({ length: 1_000 }, (_, at) => ({
      field: `${at}`.padEnd(9_000, 'x'),
      reason: 'is unknown',
    }));
    const error = new DomainError('ERROR_INVALID_PARAMETER', 'invalid', 'x'.repeat(9_000_000), { errors });
    const { problem } = toProblemResponse(error, '');
    expect(problem.errors).toHaveLength(20);
    expect(problem.errors?.[0]?.field).toMatch(/^0x+…$/);
    expect(JSON.stringify(problem).length).toBeLessThan(20_000);
  });

  it.each<[unknown, number, string]>([
    [new NotFoundException('Cannot GET /webhook/x/secret'), 404, 'ERROR_NOT_FOUND'],
    [createHttpError(405), 405, 'ERROR_METHOD_NOT_ALLOWED'],
    [createHttpError(413), 413, 'ERROR_PAYLOAD_TOO_LARGE'],
    [createHttpError(415), 415, 'ERROR_UNSUPPORTED_MEDIA_TYPE'],
    [createHttpError(414), 400, 'ERROR_INVALID_PARAMETER'],
    [createHttpError(418), 400, 'ERROR_INVALID_PARAMETER'],
    [createHttpError(503), 503, 'ERROR_UNAVAILABLE'],
  ])('maps «%s» to %i %s, without its message', (error, status, code) => {
    const response = convertError(error);
    expect(response).toMatchObject({ status, code, unexpected: false });
    expect(response.detail).not.toContain('secret');
  });

  it('states the allowed methods of a 405 and the body limit of a 413', () => {
    const detail = (status: number) =>
      toProblemResponse(createHttpError(status), '', { allow: ['GET', 'HEAD'], bodyLimit: 1_048_576 }).problem
        .detail;
    expect(detail(405)).toBe('This path takes GET, HEAD');
    expect(detail(413)).toContain('1048576 bytes');
  });

  it('returns 503 if what would check or parse cannot be started', () => {
    const error = new PluginUnavailableError('the process for expressions cannot be started', 1_500);
    expect(convertError(error)).toMatchObject({
      status: 503,
      code: 'ERROR_UNAVAILABLE',
      retryAfter: 2,
      unexpected: false,
    });
  });

  it('returns 503 if the database cannot be reached', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
    expect(convertError(error)).toEqual({
      status: 503,
      code: 'ERROR_UNAVAILABLE',
      detail: 'The database cannot be reached; try again',
      retryAfter: 5,
      unexpected: false,
    });
  });

  it.each([new TypeError('x of undefined'), createHttpError(500), 'thrown text', undefined])(
    'returns 500 without details for an unexpected error (%s)',
    (error) => {
      const detail = 'Something went wrong here';
      expect(convertError(error)).toMatchObject({
        status: 500,
        code: 'ERROR_INTERNAL',
        detail,
        unexpected: true,
      });
    },
  );
});
