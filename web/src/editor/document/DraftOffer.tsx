import { Alert, Button, Space } from 'antd';
import { useSettings } from '../../app/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';

interface Props {
  readonly at: number;
  readonly lines: number;
  readonly onTake: () => void;
  readonly onDrop: () => void;
}

/** Says that an earlier visit left something unsaved, and gives it back. */
export function DraftOffer({ at, lines, onTake, onDrop }: Props) {
  const { timeZone } = useSettings();
  return (
    <Alert
      type="info"
      showIcon
      title={t('document.draft.offer', {
        time: timeText(new Date(at).toISOString(), timeZone),
        lines,
      })}
      action={
        <Space>
          <Button size="small" type="primary" onClick={onTake}>
            {t('document.draft.take')}
          </Button>
          <Button size="small" onClick={onDrop}>
            {t('document.draft.drop')}
          </Button>
        </Space>
      }
    />
  );
}
