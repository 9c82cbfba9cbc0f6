import { Input } from 'antd';
import { Attachments } from '../../control/Attachments.tsx';
import { BringingContext } from '../../control/bringing.ts';
import { t } from '../../phrase/index.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import type { DocumentForm } from './useDocumentForm.ts';

interface Props {
  readonly form: Pick<
    DocumentForm<Pick<HeadDraft, 'remark' | 'attachments'>, unknown>,
    'head' | 'setHead' | 'tellBringing'
  >;
  readonly remarkLabel?: string;
  /** Type of attachments: goods or money. */
  readonly biz: 'bill' | 'financial';
}

/** Left part below the lines: remark and attachments. */
export const NotesFoot = ({
  form: { head, setHead, tellBringing },
  remarkLabel = t('document.remark'),
  biz,
}: Props) => (
  <div className="document-notes">
    <Input.TextArea
      aria-label={remarkLabel}
      placeholder={remarkLabel}
      autoSize={{ minRows: 2, maxRows: 5 }}
      maxLength={1000}
      value={head.remark}
      onChange={(event) => setHead({ remark: event.target.value })}
    />
    <BringingContext value={tellBringing}>
      <Attachments
        value={head.attachments}
        onChange={(files) => setHead({ attachments: [...files] })}
        biz={biz}
      />
    </BringingContext>
  </div>
);
