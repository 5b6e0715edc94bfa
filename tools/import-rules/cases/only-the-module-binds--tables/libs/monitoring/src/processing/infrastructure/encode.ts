export const encode = 'encoded';
