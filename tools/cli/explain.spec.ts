import { expect, it } from 'vitest';
import { TocsinError } from '#client';
import { EXIT_CODES, explain } from './explain.js';

const DOMAIN = 'The root key acts in every domain: name one with --domain or TOCSIN_DOMAIN.';
const explainRefusal = (status: number, detail: string, fields: readonly string[] = []) =>
  explain(
    new TocsinError(
      status,
      'ERROR_X',
      detail,
      fields.map((field) => ({ field, reason: 'is wrong' })),
      null,
    ),
  );

it('asks for a domain where it is missing', () => {
  expect(explainRefusal(400, 'domain_id is required', ['domain_id']).lines).toContain(DOMAIN);
});

it('does not where an error only lists it among the keys of a query', () => {
  const detail = 'query.filter[0].k names an unknown key sate; the keys are state, domain_id';
  expect(explainRefusal(400, detail, ['query.filter[0].k'])).toEqual({
    code: EXIT_CODES.refused,
    lines: [`error: ${detail} (ERROR_X)`],
  });
});

it('says what to do about a key of another domain', () => {
  const { code, lines } = explainRefusal(
    403,
    'This key is of the domain d1: leave domain_id out, or give that one',
  );
  expect([code, lines[1]]).toEqual([EXIT_CODES.denied, expect.stringContaining('Leave out --domain')]);
});
