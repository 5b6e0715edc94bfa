import { encode } from '../intake/infrastructure/encode.js';

export const encoded = encode;
