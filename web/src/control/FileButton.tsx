import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useId, useRef } from 'react';

interface Props {
  /** Name of the file: the button's description for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  /** File types for choosing, in the notation of an input. */
  readonly accept: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Button for choosing a local file. A corrected file can be chosen again. */
export function FileButton({ label, children, accept, busy = false, onFile }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <Button
        icon={<UploadOutlined aria-hidden />}
        loading={busy}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        id={id}
        // The library shows file inputs inside its forms, even hidden ones.
        style={{ display: 'none' }}
        type="file"
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
