import type { FileName } from '@tradehouse/contract';
import { Input } from 'antd';
import { Attachments } from '../../control/Attachments.tsx';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly remark: string;
  readonly onChange: (remark: string) => void;
  readonly attachments: readonly FileName[];
  readonly onAttachments: (files: FileName[]) => void;
  /** Whose papers they are: of goods or of money. */
  readonly biz: 'bill' | 'financial';
}

/** The left of the foot: remark and attachments. */
export const NotesFoot = ({ remark, onChange, attachments, onAttachments, biz }: Props) => (
  <div className="document-notes">
    <Input.TextArea
      aria-label={t('document.remark')}
      placeholder={t('document.remark')}
      autoSize={{ minRows: 2, maxRows: 5 }}
      maxLength={1000}
      value={remark}
      onChange={(event) => onChange(event.target.value)}
    />
    <Attachments value={attachments} onChange={(files) => onAttachments([...files])} biz={biz} />
  </div>
);
