import { isLabelContent } from '@tradehouse/domain';
import type { LabelType } from '@tradehouse/domain';
import type { CarrierLabelFile } from './carrierApi.ts';

/** Bytes of a label file at most. */
const MOST_LABEL_BYTES = 2 * 1024 * 1024;

/** Decodes a label file; null if too large, no base64, or of another type than announced. */
export function labelFileFrom(type: LabelType, content: string): CarrierLabelFile | null {
  if (content.length > Math.ceil(MOST_LABEL_BYTES / 3) * 4) return null;
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) return null;
  const bytes = Buffer.from(content, 'base64');
  return isLabelContent(type, bytes) ? { type, bytes } : null;
}

/** Decodes all files of a label; null if any is unreadable. */
export function labelFilesFrom(
  files: readonly { readonly type: LabelType; readonly content: string }[],
): readonly CarrierLabelFile[] | null {
  const read = files.flatMap(({ type, content }) => labelFileFrom(type, content) ?? []);
  return read.length === files.length ? read : null;
}
