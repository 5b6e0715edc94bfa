export const fakeLog = 1;
