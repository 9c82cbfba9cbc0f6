import { Input } from 'antd';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly remark: string;
  readonly onChange: (remark: string) => void;
  readonly attachments: readonly { readonly id: string; readonly name: string }[];
}

/** The left of the foot: remark and attachments. */
export const NotesFoot = ({ remark, onChange, attachments }: Props) => (
  <div className="document-notes">
    <Input.TextArea
      aria-label={t('document.remark')}
      placeholder={t('document.remark')}
      autoSize={{ minRows: 2, maxRows: 5 }}
      maxLength={1000}
      value={remark}
      onChange={(event) => onChange(event.target.value)}
    />
    {attachments.length > 0 && (
      <small>
        {t('document.attachments', { names: attachments.map(({ name }) => name).join(', ') })}
      </small>
    )}
  </div>
);
