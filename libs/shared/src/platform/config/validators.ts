import { EnvError, makeValidator } from 'envalid';

/**
 * Each says in its error what is allowed. None repeats the value: it may be a secret, or hold one
 * (the password of a URL).
 */
export const wholeNumber = (min: number, max: number) =>
  makeValidator<number>((text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new EnvError(`must be a whole number from ${min} to ${max}`);
  })();

export const oneOf = <T extends string>(allowed: readonly T[]) =>
  makeValidator<T>((text) => {
    const value = allowed.find((each) => each === text.toLowerCase());
    if (value !== undefined) return value;
    throw new EnvError(`must be one of ${allowed.join(', ')}`);
  })();

export const urlOf = (protocols: readonly string[], example: string) =>
  makeValidator<string>((text) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    throw new EnvError(`must be a URL like ${example} (reserved characters in it percent-encoded)`);
  })();

export const secretOf = (minLength: number) =>
  makeValidator<string>((text) => {
    if (text.length >= minLength) return text;
    throw new EnvError(`must be at least ${minLength} characters`);
  })();

export const keyOf = (bytes: number) =>
  makeValidator<Buffer>((text) => {
    const hex = new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i').test(text);
    const key = Buffer.from(text, hex ? 'hex' : 'base64');
    if (key.length === bytes && (hex || /^[A-Za-z0-9+/_-]+={0,2}$/.test(text))) return key;
    throw new EnvError(`must be ${bytes} bytes in base64 or hex`);
  })();

export const quotaLimit = makeValidator<{ readonly day?: number; readonly month?: number }>((text) => {
  const problem = 'must be JSON like {"day":1000,"month":20000}: whole numbers, -1 or absent for unlimited';
  try {
    const limit = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const isRight = ([window, value]: readonly [string, unknown]) =>
      (window === 'day' || window === 'month') && Number.isSafeInteger(value) && Number(value) >= -1;
    if (
      typeof limit === 'object' &&
      limit !== null &&
      !Array.isArray(limit) &&
      Object.entries(limit).every(isRight)
    )
      return limit;
  } catch {
    throw new EnvError(problem);
  }
  throw new EnvError(problem);
})();
