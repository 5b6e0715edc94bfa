import { describe, expect, it } from 'vitest';
import { getPageSlice } from './page.js';

describe('getPageSlice', () => {
  it('counts from 1, with a limit of 100 by default', () => {
    expect(getPageSlice({}, 'page')).toEqual({ offset: 0, limit: 100 });
    expect(getPageSlice({ start: 11, limit: 5 }, 'page')).toEqual({ offset: 10, limit: 5 });
  });

  it('refuses a page that is too deep', () => {
    expect(getPageSlice({ start: 99_000, limit: 1000 }, 'page').offset).toBe(98_999);
    expect(() => getPageSlice({ start: 99_001, limit: 1000 }, 'page')).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'page' })] }),
    );
  });
});
