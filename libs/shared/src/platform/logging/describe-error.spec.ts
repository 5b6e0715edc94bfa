import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { describeError } from './logger.js';

describe('describeError', () => {
  it('includes the message of a failed statement, but not its parameters', () => {
    const refused = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (x)=(geheim)' });
    const error = new Error('outer', { cause: new QueryFailedError('insert …', ['geheim'], refused) });
    const described = JSON.stringify(describeError(error));
    expect(described).toContain('duplicate key');
    expect(described).not.toContain('geheim');
  });

  it('omits text that an error quotes from outside', () => {
    const error = Object.assign(new Error('it answered 500: geheim $&'), { logged: 'it answered 500' });
    const described = JSON.stringify(describeError(new Error('outer', { cause: error })));
    expect(described).toContain('it answered 500');
    expect(described).not.toContain('geheim');
  });
});
