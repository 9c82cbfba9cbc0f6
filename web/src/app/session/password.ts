import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 in hex: passwords travel hashed. In plain script, because a LAN page has no WebCrypto.
 */
export const passwordHash = (password: string): string => bytesToHex(sha256(utf8ToBytes(password)));
