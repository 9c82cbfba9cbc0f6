import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 in hex: passwords travel as hashes (spec §3). In plain script, since a page on a LAN has no WebCrypto. */
export const passwordHash = (password: string): string => bytesToHex(sha256(utf8ToBytes(password)));
