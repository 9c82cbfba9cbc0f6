import { FILE_SIZE_LIMIT, storedFile, uploadFile } from '@tradehouse/contract';
import type { FileName, FileUse } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download, saveFile, upload } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';

const isPictureName = (name: string): boolean => /\.webp$/i.test(name);
/** Pictures are kept as WebP, everything else as it came. */
export const isPicture = ({ name }: FileName): boolean => isPictureName(name);

/**
 * An address of a picture's bytes for as long as it is shown; null until it was read. A picture is asked for with the
 * session like any call, so its address alone opens nothing.
 */
export function useFileUrl(id: string, mini: boolean): string | null {
  const { data } = useQuery({
    queryKey: ['file', id, mini],
    queryFn: () => download(storedFile.path, mini ? { id, mini } : { id }, { silent: true }),
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

/** Hands a file to the user, under its own name where none is given. */
export async function saveStored({ id, name }: Partial<FileName>): Promise<void> {
  try {
    const file = await download(storedFile.path, { id });
    saveFile(file, name ?? file.name);
  } catch {
    // The client has said what went wrong.
  }
}

/** A field that holds files. */
export interface FilesField {
  readonly value: readonly FileName[];
  readonly onChange: (files: readonly FileName[]) => void;
  readonly biz: FileUse;
  /** How many it holds at the most. */
  readonly most: number;
}

/** Brings files one after the other, and puts each behind those that are there. */
export async function bringAll(
  files: readonly File[],
  { value, onChange, biz, most }: FilesField,
): Promise<void> {
  let now = value;
  for (const file of files.slice(0, most - value.length)) {
    const brought = await bring(file, biz);
    if (brought === null) continue;
    now = [...now, brought];
    onChange(now);
  }
}

/** Brings a file; null where it is too large or the server refused it, which has then been said. */
async function bring(file: File, biz: FileUse): Promise<FileName | null> {
  if (file.size > FILE_SIZE_LIMIT) {
    const most = FILE_SIZE_LIMIT / 1024 / 1024;
    notices().message.warning(t('file.tooLarge', { name: file.name, most }));
    return null;
  }
  try {
    const { id, name } = await upload(uploadFile, file, { biz });
    return { id, name };
  } catch {
    return null;
  }
}
