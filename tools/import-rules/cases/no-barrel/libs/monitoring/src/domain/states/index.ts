export const fold = 1;
