export const webhook = 1;
