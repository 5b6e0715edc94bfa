import fc from 'fast-check';

export const arbitrary = fc;
