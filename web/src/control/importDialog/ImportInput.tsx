import { Alert, Input } from 'antd';
import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../phrase/index.ts';
import { FileButton } from '../FileButton.tsx';
import type { ImportFile } from './useImportFile.ts';

interface Props {
  readonly file: ImportFile<string>;
  /** Accepted file types, as an `accept` value. */
  readonly accept: string;
  /** Controls beside the file button. */
  readonly children?: ReactNode;
}

/** Takes a chosen or dropped file, or pasted cells. */
export function ImportInput({ file, accept, children }: Props): ReactNode {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped !== undefined) void file.choose(dropped);
  };
  return (
    <div
      className={`import-input ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Input.TextArea
        rows={file.isGiven ? 2 : 5}
        value={file.pasted}
        aria-label={t('editor.import.paste')}
        placeholder={t('import.pasteOrDrop')}
        onChange={(event) => file.paste(event.target.value)}
      />
      <div className="import-choose">
        <FileButton
          label={t('import.file')}
          accept={accept}
          busy={file.busy}
          onFile={(chosen) => void file.choose(chosen)}
        >
          {t('import.file')}
        </FileButton>
        {children}
      </div>
      {file.failed === null ? null : <Alert type="error" showIcon title={file.failed} />}
    </div>
  );
}
