import { FILE_SIZE_LIMIT, storedFile, uploadFile } from '@tradehouse/contract';
import type { FileName, FileUse } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { downloadFile, saveFile, uploadToEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';

const isPictureName = (name: string): boolean => /\.webp$/i.test(name);
/** Pictures are stored as WebP, other files unchanged. */
export const isPicture = ({ name }: FileName): boolean => isPictureName(name);

/**
 * Returns an object URL for a picture while shown; null until read. Fetches with the session like any call,
 * so the address alone opens nothing.
 */
export function useFileUrl(id: string, mini: boolean): string | null {
  const { data } = useQuery({
    queryKey: ['file', id, mini],
    queryFn: () => downloadFile(storedFile.path, mini ? { id, mini } : { id }, { silent: true }),
    staleTime: Infinity,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return url;
}

/** Downloads a file under its own name unless another is given. */
export async function saveStored({ id, name }: Partial<FileName>): Promise<void> {
  try {
    const file = await downloadFile(storedFile.path, { id });
    saveFile(file, name ?? file.name);
  } catch {
    // The client has already shown the error.
  }
}

export interface FilesField {
  readonly value: readonly FileName[];
  readonly onChange: (files: readonly FileName[]) => void;
  readonly biz: FileUse;
  /** Maximum number of files. */
  readonly most: number;
}

/** Uploads files sequentially, appending each to the existing files. */
export async function bringAll(
  files: readonly File[],
  { value, onChange, biz, most }: FilesField,
): Promise<void> {
  let now = value;
  for (const file of files.slice(0, most - value.length)) {
    const brought = await uploadStoredFile(file, biz);
    if (brought === null) continue;
    now = [...now, brought];
    onChange(now);
  }
}

/** Uploads a file; null after a reported refusal: too large, or by the server. */
async function uploadStoredFile(file: File, biz: FileUse): Promise<FileName | null> {
  if (file.size > FILE_SIZE_LIMIT) {
    const most = FILE_SIZE_LIMIT / 1024 / 1024;
    getNotices().message.warning(t('file.tooLarge', { name: file.name, most }));
    return null;
  }
  try {
    const { id, name } = await uploadToEndpoint(uploadFile, file, { biz });
    return { id, name };
  } catch {
    return null;
  }
}
