-- Return a text in lower case, without accents, apostrophes and invisible characters, with plain quotes and dashes, for
-- searches (`kit.database.searching`). Indexes contain its values, so a change of the function must rebuild them
-- (kit_0013). Texts with ASCII characters only, the most frequent case, take a short path. Otherwise accents are
-- decomposed and removed; some letters become two (sharp s, ae, oe, thorn), others one. Both cases of a letter are
-- listed, because lower() of a database in the C locale knows only ASCII. The function is not STRICT: PostgreSQL does
-- not inline a strict function with a CASE, and calling it for each row takes ten times as long.

CREATE OR REPLACE FUNCTION public.plain(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = char_length(value)) THEN translate(lower(value), '''`'::text, ''::text) ELSE translate(replace(replace(replace(replace(replace(replace(replace(replace(lower(regexp_replace(NORMALIZE(replace(value, '´'::text, ''::text), NFKD), '[\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]'::text, ''::text, 'g'::text)), 'ß'::text, 'ss'::text), 'ẞ'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'Þ'::text, 'th'::text), 'øØłŁđĐðÐıħĦŧŦŋŊ“”„‟«»‐‑‒–—―−⁃''`‘’‚‛ʹʻʼʽˈˊˋ′‵'::text, 'oollddddihhttnn""""""--------'::text) END;
