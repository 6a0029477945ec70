/* What the driver asks of a number domain. */

#define FREEDOM
#define NUMBER double
#define MADE_FREE(mine)
#define END_OF(mine) (mine)->kind
#define OUT_NUMBERS 4
#define DEMOTE own->helper = 1;
#define SITE_OF(mine) (mine)->site
#define ANSWER_F(r, k) r = own->got[k];
#define ANSWER_H(r, k) r = own->got[k];
#define ANSWER_D(r, k) r = own->got[k];
