import { Icon, IconButton } from "@staffroom/ui";
import { Link } from "react-router";
import { kinds, type About, type Kind } from "./types";

type Card = Omit<About, "kind"> & { kind: string; target?: string | null };

/** A subject of an entry: a link if the reader may open it, with a button to remove it in the composer. */
export function Cards({ cards, onRemove }: { cards: readonly Card[]; onRemove?: (card: Card) => void }) {
  if (cards.length === 0) return null;
  return (
    <ul className="tea-cards" aria-label="About">
      {cards.map((card) => {
        const { title, icon } = kinds[card.kind as Kind];
        return (
          <li key={`${card.kind} ${card.id}`}>
            <Icon name={icon} size={15} />
            <span className="sr-muted">{title}</span>
            {card.target ? <Link to={card.target}>{card.title}</Link> : <span>{card.title}</span>}
            {onRemove && <IconButton label={`Remove ${card.title}`} icon="close" onClick={() => onRemove(card)} />}
          </li>
        );
      })}
    </ul>
  );
}
