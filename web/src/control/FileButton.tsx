import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useId, useRef } from 'react';

interface Props {
  /** What the file is: the button's description for those who hear the page. */
  readonly label: string;
  /** What the button says. */
  readonly children: ReactNode;
  /** The types of file that may be chosen, as an input takes them. */
  readonly accept: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Asks for a file of this device. The same file, mended, is a choice again. */
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
        // The library shows file inputs inside its forms, hidden or not.
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
