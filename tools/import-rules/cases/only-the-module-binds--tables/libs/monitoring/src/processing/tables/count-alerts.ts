import { encode } from '../infrastructure/encode.js';

export const encoded = encode;
