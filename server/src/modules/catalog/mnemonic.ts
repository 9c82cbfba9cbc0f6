import { pinyin } from 'pinyin-pro';

/** The pinyin initials of a name, in capitals: 苹果手机 → PGSJ. Letters and digits stay, everything else goes. */
export function mnemonicOf(name: string): string {
  const initials = pinyin(name, {
    pattern: 'first',
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
  });
  return initials
    .join('')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toUpperCase();
}
