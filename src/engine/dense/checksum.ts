import { readUint32s } from './little-endian.ts';

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

/**
 * XXH32 with seed 0 (Yann Collet, xxHash fast digest algorithm, revision 0.1.1). Tells damage, not forgery: twelve
 * megabytes cost some milliseconds, which is why it and no cryptographic hash guards the model files.
 */
export function xxh32(bytes: Uint8Array): number {
  const length = bytes.byteLength;
  const words = readUint32s(bytes.subarray(0, length - (length % 4)));
  let word = 0;
  let hash = PRIME_5;
  if (length >= 16) {
    let lane1 = (PRIME_1 + PRIME_2) | 0;
    let lane2 = PRIME_2 | 0;
    let lane3 = 0;
    let lane4 = -PRIME_1 | 0;
    // Written out, since calls cost most of the time in which a process meets this loop once.
    for (const end = words.length - 3; word < end; word += 4) {
      lane1 = (lane1 + Math.imul(words[word]!, PRIME_2)) | 0;
      lane1 = Math.imul((lane1 << 13) | (lane1 >>> 19), PRIME_1);
      lane2 = (lane2 + Math.imul(words[word + 1]!, PRIME_2)) | 0;
      lane2 = Math.imul((lane2 << 13) | (lane2 >>> 19), PRIME_1);
      lane3 = (lane3 + Math.imul(words[word + 2]!, PRIME_2)) | 0;
      lane3 = Math.imul((lane3 << 13) | (lane3 >>> 19), PRIME_1);
      lane4 = (lane4 + Math.imul(words[word + 3]!, PRIME_2)) | 0;
      lane4 = Math.imul((lane4 << 13) | (lane4 >>> 19), PRIME_1);
    }
    hash = (rotate(lane1, 1) + rotate(lane2, 7) + rotate(lane3, 12) + rotate(lane4, 18)) | 0;
  }
  hash = (hash + length) | 0;
  for (; word < words.length; word++) {
    hash = Math.imul(rotate((hash + Math.imul(words[word]!, PRIME_3)) | 0, 17), PRIME_4);
  }
  for (let at = 4 * words.length; at < length; at++) {
    hash = Math.imul(rotate((hash + Math.imul(bytes[at]!, PRIME_5)) | 0, 11), PRIME_1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
