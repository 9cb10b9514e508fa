-- A text in lower case, without accents, apostrophes and invisible characters, with plain quotes and dashes, for searches
-- (`kit.database.searching`). Indexes hold its values: a change of what it answers makes them again (kit_0013). A text of
-- ASCII alone, as most are, takes the short way. Otherwise accents are decomposed and removed, some letters become two
-- (sharp s, ae, oe, thorn) and some become one, in both cases: lower() of a database in the C locale knows only ASCII. The
-- function is not STRICT: PostgreSQL does not inline a strict function with a CASE, and a call for every row takes ten
-- times as long.

CREATE OR REPLACE FUNCTION public.plain(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = char_length(value)) THEN translate(lower(value), '''`'::text, ''::text) ELSE translate(replace(replace(replace(replace(replace(replace(replace(replace(lower(regexp_replace(NORMALIZE(replace(value, '´'::text, ''::text), NFKD), '[\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]'::text, ''::text, 'g'::text)), 'ß'::text, 'ss'::text), 'ẞ'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'Þ'::text, 'th'::text), 'øØłŁđĐðÐıħĦŧŦŋŊ“”„‟«»‐‑‒–—―−⁃''`‘’‚‛ʹʻʼʽˈˊˋ′‵'::text, 'oollddddihhttnn""""""--------'::text) END;
