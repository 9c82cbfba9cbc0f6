import { Alert, Button, Space } from 'antd';
import { useSettings } from '../../app/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { DocumentForm } from './useDocumentForm.ts';
import type { KeptDraft } from './useLocalDraft.ts';

interface Props<Head, Line> {
  readonly draft: KeptDraft<Head, Line>;
  readonly form: Pick<DocumentForm<Head, Line>, 'restart' | 'setHead'>;
  /** Whether there is anything in a line. Default: in each. */
  readonly says?: (line: Line) => boolean;
  /** The draft is in the form: the button that said so is gone, and the keyboard with it. */
  readonly onTaken: () => void;
}

/** Says that an earlier visit left something unsaved, and gives it back. */
export function DraftOffer<Head, Line>(props: Props<Head, Line>) {
  const { draft, form, says = () => true, onTaken } = props;
  const { timeZone } = useSettings();
  const { offered, dismiss } = draft;
  if (offered === null) return null;
  const { head, lines, key, at } = offered;
  const take = (): void => {
    form.restart({ head, lines }, key);
    // It is as unsaved as it was.
    form.setHead({});
    dismiss();
    onTaken();
  };
  return (
    <Alert
      type="info"
      showIcon
      title={t('document.draft.offer', {
        time: timeText(new Date(at).toISOString(), timeZone),
        lines: lines.filter(says).length,
      })}
      action={
        <Space>
          <Button size="small" type="primary" onClick={take}>
            {t('document.draft.take')}
          </Button>
          <Button size="small" onClick={dismiss}>
            {t('document.draft.drop')}
          </Button>
        </Space>
      }
    />
  );
}
