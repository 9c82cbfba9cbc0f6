import type { ReactNode } from 'react';
import { FileButton } from '../../control/FileButton.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';

interface Props {
  readonly label: string;
  /** Recognized headings. */
  readonly titles: () => readonly string[];
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Reads a spreadsheet file, and offers an empty template with the recognized headings. */
export const SheetFile = ({ label, titles, busy = false, onFile }: Props): ReactNode => (
  <>
    <FileButton label={label} accept=".xlsx,.ods,.csv,.txt,.tsv" busy={busy} onFile={onFile}>
      {label}
    </FileButton>
    <TemplateLink titles={titles} />
  </>
);
